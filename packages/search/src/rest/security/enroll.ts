/** `_security/enroll`: needs TLS, which this set-up does not have, and says so. */
import { SearchError } from '../../errors/search-error.ts';
import type { Route } from '../../http/route.ts';
import type { Settings } from '../../settings/settings.ts';

export function enrollRoutes(settings: Settings): Route[] {
  return (['kibana', 'node'] as const).map((what) => ({
    methods: ['GET'],
    path: `/_security/enroll/${what}`,
    params: [],
    action: `cluster:admin/xpack/security/enroll/${what}`,
    handler: () => {
      if (!settings.boolean('xpack.security.enrollment.enabled', false)) {
        throw new SearchError(
          'security_exception',
          'Enrollment mode is not enabled. Set [xpack.security.enrollment.enabled] to true, in order to use this API.',
          { status: 403 },
        );
      }
      throw new SearchError(
        'illegal_state_exception',
        'Unable to enroll client. Elasticsearch node HTTP layer SSL configuration is not configured with a keystore',
      );
    },
  }));
}
