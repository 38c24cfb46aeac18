/** CLIENT TRACKING, CACHING, GETREDIR, TRACKINGINFO. */
import type { Client } from '../clients/client.ts';
import type { Tracking } from '../clients/tracking.ts';
import { ERR, fail } from '../errors.ts';
import type { Args } from '../resp/args.ts';
import type { Handlers } from './spec.ts';

const SWITCH_MODE =
  'mode on/off before disabling tracking for this client, and then re-enabling it with a different mode.';

function parseOptions(c: Client, a: Args): Tracking & { fresh: string[] } {
  const fresh: string[] = [];
  const t: Tracking = {
    redirect: 0,
    bcast: false,
    optin: false,
    optout: false,
    noloop: false,
    caching: false,
    brokenRedirect: false,
    prefixes: new Set(),
  };
  for (let i = 3; i < a.n; i++) {
    const more = i + 1 < a.n;
    if (a.is(i, 'REDIRECT') && more) {
      if (t.redirect !== 0) fail('ERR A client can only redirect to a single other client');
      t.redirect = a.int(++i);
      if (!c.server.clients.has(t.redirect))
        fail('ERR The client ID you want redirect to does not exist');
    } else if (a.is(i, 'BCAST')) t.bcast = true;
    else if (a.is(i, 'OPTIN')) t.optin = true;
    else if (a.is(i, 'OPTOUT')) t.optout = true;
    else if (a.is(i, 'NOLOOP')) t.noloop = true;
    else if (a.is(i, 'PREFIX') && more) fresh.push(a.str(++i));
    else fail(ERR.syntax);
  }
  return { ...t, fresh };
}

function checkCompatible(c: Client, t: Tracking, fresh: readonly string[]): void {
  const now = c.tracking;
  if (!t.bcast && fresh.length > 0) fail('ERR PREFIX option requires BCAST mode to be enabled');
  if (now !== null && now.bcast !== t.bcast) fail(`ERR You can't switch BCAST ${SWITCH_MODE}`);
  if (t.bcast && (t.optin || t.optout)) fail('ERR OPTIN and OPTOUT are not compatible with BCAST');
  if (t.optin && t.optout) fail("ERR You can't specify both OPTIN mode and OPTOUT mode");
  if (now !== null && ((t.optin && now.optout) || (t.optout && now.optin)))
    fail(`ERR You can't switch OPTIN/OPTOUT ${SWITCH_MODE.replace(' on/off', '')}`);
  const collision = t.bcast ? c.server.tracking.prefixCollision(c, fresh) : null;
  if (collision !== null) fail(collision);
}

export const trackingCommands: Handlers = {
  'client|tracking'(c, a) {
    const { fresh, ...options } = parseOptions(c, a);
    if (a.is(2, 'ON')) {
      checkCompatible(c, options, fresh);
      for (const p of fresh) options.prefixes.add(p);
      c.server.tracking.enable(c, options);
    } else if (a.is(2, 'OFF')) c.server.tracking.disable(c);
    else fail(ERR.syntax);
    c.out.ok();
  },

  'client|caching'(c, a) {
    const t = c.tracking;
    if (t === null)
      fail(
        'ERR CLIENT CACHING can be called only when the client is in tracking mode with OPTIN or OPTOUT mode enabled',
      );
    if (a.is(2, 'YES')) {
      if (!t.optin)
        fail('ERR CLIENT CACHING YES is only valid when tracking is enabled in OPTIN mode.');
    } else if (a.is(2, 'NO')) {
      if (!t.optout)
        fail('ERR CLIENT CACHING NO is only valid when tracking is enabled in OPTOUT mode.');
    } else fail(ERR.syntax);
    t.caching = true;
    c.out.ok();
  },

  'client|getredir': (c) => c.out.int(c.tracking === null ? -1 : c.tracking.redirect),

  'client|trackinginfo'(c) {
    const t = c.tracking;
    const flags = [t === null ? 'off' : 'on'];
    if (t?.bcast) flags.push('bcast');
    if (t?.optin) flags.push('optin');
    if (t?.optin && t.caching) flags.push('caching-yes');
    if (t?.optout) flags.push('optout');
    if (t?.optout && t.caching) flags.push('caching-no');
    if (t?.noloop) flags.push('noloop');
    if (t?.brokenRedirect) flags.push('broken_redirect');
    c.out.map(3);
    c.out.bulkStr('flags');
    c.out.set(flags.length);
    for (const f of flags) c.out.bulkStr(f);
    c.out.bulkStr('redirect');
    c.out.int(t === null ? -1 : t.redirect);
    c.out.bulkStr('prefixes');
    c.out.bulkArray(t === null ? [] : [...t.prefixes].sort());
  },
};
