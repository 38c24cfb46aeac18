/** Passwords are kept as SHA-256 in hexadecimal digits, as the reference writes them to files. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const HASH = /^[0-9a-f]{64}$/;

/** The hash of a password given as a binary string. */
export function hashPassword(password: string): string {
  return createHash('sha256').update(Buffer.from(password, 'latin1')).digest('hex');
}

export function isPasswordHash(text: string): boolean {
  return HASH.test(text);
}

/** Compares two hashes in a time that does not depend on where they differ. */
export function sameHash(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1'));
}

/** A random password of so many bits, rounded up to hexadecimal digits. */
export function generatePassword(bits: number): string {
  const digits = Math.ceil(bits / 4);
  return randomBytes(Math.ceil(digits / 2))
    .toString('hex')
    .slice(0, digits);
}
