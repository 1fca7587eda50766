import { SESSION_DAYS } from './sign-in.ts';

export const SESSION_COOKIE = 'rowcast_session';

/** Not readable by scripts, not sent from other sites' forms; over TLS it never travels in the clear. */
export function sessionCookie(token: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${SESSION_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${SESSION_DAYS * 86_400}${secure}`;
}
