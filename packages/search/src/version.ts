/** The version of the reference that this engine answers for, as its root endpoint tells it. */
export const VERSION = '8.11.3';
export const BUILD_HASH = '64cf052f3b56b1fd4449f5454cb88aca7e739d9a';
export const BUILD_DATE = '2023-12-08T11:33:53.634979452Z';
export const LUCENE_VERSION = '9.8.0';
/** Our own. */
export const TANDEM_VERSION = '0.1.0';
