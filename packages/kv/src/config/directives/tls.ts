/**
 * Directives of TLS, which this server is built without: they are read and told, and whoever asks
 * for a TLS port is refused. A table.
 */
import { bool, INT_MAX, int, oneOf, optionalText } from '../kinds.ts';

export const TLS = {
  'tls-port': int(0, 0, 65535),
  'tls-cluster': bool(false),
  'tls-replication': bool(false),
  'tls-auth-clients': oneOf(['no', 'yes', 'optional'], 'yes'),
  'tls-prefer-server-ciphers': bool(false),
  'tls-session-caching': bool(true),
  'tls-session-cache-size': int(20480, 0, INT_MAX),
  'tls-session-cache-timeout': int(300, 0, INT_MAX),
  'tls-cert-file': optionalText({ volatile: true }),
  'tls-key-file': optionalText({ volatile: true }),
  'tls-key-file-pass': optionalText(),
  'tls-client-cert-file': optionalText({ volatile: true }),
  'tls-client-key-file': optionalText({ volatile: true }),
  'tls-client-key-file-pass': optionalText(),
  'tls-dh-params-file': optionalText({ volatile: true }),
  'tls-ca-cert-file': optionalText({ volatile: true }),
  'tls-ca-cert-dir': optionalText({ volatile: true }),
  'tls-protocols': optionalText(),
  'tls-ciphers': optionalText(),
  'tls-ciphersuites': optionalText(),
} as const;
