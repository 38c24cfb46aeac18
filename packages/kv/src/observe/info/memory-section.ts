/** INFO memory. */
import { totalmem } from 'node:os';
import { humanBytes } from '../human.ts';
import { datasetPercentage, peakPercentage, ratio } from '../memory.ts';
import { flag, type Section } from './field.ts';

export const memorySection: Section = (server) => {
  const { config, observe, store } = server;
  const m = observe.memory.report();
  const scripts = observe.facts.scripts();
  const replication = observe.facts.replicationMemory();
  const vmTotal = scripts.evalVm + scripts.functionsVm;
  const scriptsTotal = m.evalScripts + m.functionScripts;
  const system = totalmem();
  return [
    ['used_memory', m.used],
    ['used_memory_human', humanBytes(m.used)],
    ['used_memory_rss', m.rss],
    ['used_memory_rss_human', humanBytes(m.rss)],
    ['used_memory_peak', m.peak],
    ['used_memory_peak_human', humanBytes(m.peak)],
    ['used_memory_peak_perc', `${peakPercentage(m).toFixed(2)}%`],
    ['used_memory_overhead', m.overhead],
    ['used_memory_startup', m.startup],
    ['used_memory_dataset', m.dataset],
    ['used_memory_dataset_perc', `${datasetPercentage(m).toFixed(2)}%`],
    ['allocator_allocated', m.allocated],
    ['allocator_active', m.active],
    ['allocator_resident', m.resident],
    ['total_system_memory', system],
    ['total_system_memory_human', humanBytes(system)],
    ['used_memory_lua', scripts.evalVm],
    ['used_memory_vm_eval', scripts.evalVm],
    ['used_memory_lua_human', humanBytes(scripts.evalVm)],
    ['used_memory_scripts_eval', m.evalScripts],
    ['number_of_cached_scripts', scripts.cachedScripts],
    ['number_of_functions', scripts.functions],
    ['number_of_libraries', scripts.libraries],
    ['used_memory_vm_functions', scripts.functionsVm],
    ['used_memory_vm_total', vmTotal],
    ['used_memory_vm_total_human', humanBytes(vmTotal)],
    ['used_memory_functions', m.functionScripts],
    ['used_memory_scripts', scriptsTotal],
    ['used_memory_scripts_human', humanBytes(scriptsTotal)],
    ['maxmemory', config.maxmemory],
    ['maxmemory_human', humanBytes(config.maxmemory)],
    ['maxmemory_policy', config.maxmemoryPolicy],
    ['allocator_frag_ratio', ratio(m.active, m.allocated).toFixed(2)],
    ['allocator_frag_bytes', m.active - m.allocated],
    ['allocator_rss_ratio', ratio(m.resident, m.active).toFixed(2)],
    ['allocator_rss_bytes', m.resident - m.active],
    ['rss_overhead_ratio', ratio(m.rss, m.resident).toFixed(2)],
    ['rss_overhead_bytes', m.rss - m.resident],
    ['mem_fragmentation_ratio', ratio(m.rss, m.used).toFixed(2)],
    ['mem_fragmentation_bytes', m.rss - m.used],
    ['mem_not_counted_for_evict', replication.notCountedForEviction],
    ['mem_replication_backlog', m.backlog],
    ['mem_total_replication_buffers', replication.buffers],
    ['mem_clients_slaves', m.clientsReplicas],
    ['mem_clients_normal', m.clientsNormal],
    ['mem_cluster_links', m.clusterLinks],
    ['mem_aof_buffer', m.aofBuffer],
    ['mem_allocator', 'arena'],
    ['active_defrag_running', flag(false)],
    ['lazyfree_pending_objects', store.lazyPending],
    ['lazyfreed_objects', store.lazyFreed],
  ];
};
