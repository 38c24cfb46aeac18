/**
 * Password hashes in the reference's two formats, so that a `password_hash` made for it works here:
 *   $2a$10$…                            bcrypt, the default
 *   {PBKDF2}10000$<salt>$<hash>         PBKDF2-HMAC-SHA512, salt and hash in base64
 *   {PBKDF2_STRETCH}10000$<salt>$<hash> the same over the hexadecimal SHA-512 of the password
 */
import { createHash, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const BCRYPT_COST = 10;
const derive = promisify(pbkdf2);
const PBKDF2 = /^\{PBKDF2(_STRETCH)?\}(\d{1,7})\$([A-Za-z0-9+/]+=*)\$([A-Za-z0-9+/]+=*)$/;
const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/;

export async function hashPassword(password: string): Promise<string> {
  const hash = await Bun.password.hash(password, { algorithm: 'bcrypt', cost: BCRYPT_COST });
  // The same function under the name that the reference knows.
  return hash.replace(/^\$2b\$/, '$2a$');
}

export function isPasswordHash(text: string): boolean {
  return BCRYPT.test(text) || PBKDF2.test(text);
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const match = PBKDF2.exec(hash);
  if (match === null) {
    return Bun.password.verify(password, hash.replace(/^\$2[ay]\$/, '$2b$'), 'bcrypt');
  }
  const [, stretch, iterations, salt, expected] = match;
  const wanted = Buffer.from(expected as string, 'base64');
  const secret = stretch ? createHash('sha512').update(password).digest('hex') : password;
  const got = await derive(
    secret,
    Buffer.from(salt as string, 'base64'),
    Number(iterations),
    wanted.length,
    'sha512',
  );
  return timingSafeEqual(got, wanted);
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789=_*-+';

/** 20 random characters, as the reference generates them. */
export function generatePassword(): string {
  let password = '';
  while (password.length < 20) {
    for (const byte of randomBytes(32)) {
      // Only as many byte values as make each letter equally likely.
      if (byte < 256 - (256 % LETTERS.length) && password.length < 20) {
        password += LETTERS[byte % LETTERS.length];
      }
    }
  }
  return password;
}
