/** SAVE and LASTSAVE. */
import { ERR, fail } from '../errors.ts';
import type { Handlers } from './spec.ts';

export const persistenceCommands: Handlers = {
  save(c) {
    if (c.server.persistence.save()) c.out.ok();
    else fail(ERR.generic);
  },

  lastsave: (c) => c.out.int(c.server.observe.facts.persistence.lastSave),
};
