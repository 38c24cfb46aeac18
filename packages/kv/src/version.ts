/** The version of the reference that clients see, and our own. */
export const REFERENCE_VERSION = '7.2.3';
export const TANDEM_VERSION = '0.1.0';
