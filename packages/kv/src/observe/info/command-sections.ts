/** INFO commandstats, errorstats, latencystats, keyspace. */
import { type Section, safeName } from './field.ts';

export const commandstatsSection: Section = ({ registry }) =>
  registry.all
    .filter((c) => c.calls > 0 || c.failedCalls > 0 || c.rejectedCalls > 0)
    .map((c) => {
      const usec = Math.trunc(c.microseconds);
      const perCall = (c.calls === 0 ? 0 : usec / c.calls).toFixed(2);
      return [
        `cmdstat_${safeName(c.fullName)}`,
        `calls=${c.calls},usec=${usec},usec_per_call=${perCall},rejected_calls=${c.rejectedCalls},failed_calls=${c.failedCalls}`,
      ] as const;
    });

export const errorstatsSection: Section = ({ stats }) =>
  [...stats.errors]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, count]) => [`errorstat_${safeName(code)}`, `count=${count}`] as const);

export const latencystatsSection: Section = ({ config, registry }) => {
  if (!config.latencyTracking) return [];
  const wanted = config.latencyTrackingInfoPercentiles;
  // %f without the zeros at its end.
  const names = wanted.map((p) => `p${p.toFixed(6).replace(/\.?0+$/, '')}`);
  return registry.all.flatMap((c) => {
    const { histogram } = c;
    if (histogram === null) return [];
    const values = wanted.map(
      (p, i) => `${names[i]}=${(histogram.percentile(p) / 1000).toFixed(3)}`,
    );
    return [[`latency_percentiles_usec_${safeName(c.fullName)}`, values.join(',')] as const];
  });
};

export const keyspaceSection: Section = ({ dbs }) =>
  dbs
    .filter((db) => db.keys.size > 0 || db.expires.size > 0)
    .map(
      (db) =>
        [
          `db${db.index}`,
          `keys=${db.keys.size},expires=${db.expires.size},avg_ttl=${Math.trunc(db.averageTtl)}`,
        ] as const,
    );
