import { rowsTable } from '../report/report.ts';
import { Contender } from './contender.ts';
import { measure } from './throughput.ts';

const ours = await Contender.ours();
const peer = await Contender.peer();
const rows = [];
for (const spec of process.argv.slice(2)) {
  const [test, p, c = '50'] = spec.split(':');
  rows.push(
    ...(await measure(
      {
        test: test!,
        clients: Number(c),
        pipeline: Number(p),
        requests: p === '1' ? 200000 : 1000000,
      },
      3,
      ours,
      peer,
    )),
  );
}
await ours.stop();
await peer.stop();
console.log(rowsTable(rows));
