import { catalogue } from './services/catalogue.ts';
import { runTandem } from './tandem.ts';

process.exit(await runTandem(process.argv.slice(2), catalogue));
