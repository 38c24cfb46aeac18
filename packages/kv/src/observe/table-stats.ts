/** DEBUG HTSTATS: how full an index is, in the reference's layout. */
import type { Dict, TableStats } from '../structures/dict.ts';

/** Chains of this length and beyond are not listed. */
const LONGEST_LISTED = 49;

function table(stats: TableStats, number: number, full: boolean): string {
  const { buckets, entries, lengths } = stats;
  const head = `Hash table ${number} stats (${number === 0 ? 'main hash table' : 'rehashing target'}):\n`;
  if (entries === 0) return `${head}No stats available for empty dictionaries\n`;
  let text = `${head} table size: ${buckets}\n number of elements: ${entries}\n`;
  if (!full) return text;
  const used = buckets - (lengths.get(0) ?? 0);
  const mean = (entries / used).toFixed(2);
  text += ` different slots: ${used}\n max chain length: ${Math.max(...lengths.keys())}\n`;
  text += ` avg chain length (counted): ${mean}\n avg chain length (computed): ${mean}\n`;
  text += ' Chain length distribution:\n';
  for (const [length, n] of [...lengths].sort(([a], [b]) => a - b)) {
    if (length >= LONGEST_LISTED) break;
    text += `   ${length}: ${n} (${((n / buckets) * 100).toFixed(2)}%)\n`;
  }
  return text;
}

export function tableReport(dict: Dict, full: boolean): string {
  return dict
    .tableStats()
    .map((stats, i) => table(stats, i, full))
    .join('');
}
