import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '#machines/contract/entities.ts';
import { createSessionStore, deviceStorage } from '#src/effects/session.ts';

const ann: User = { id: 'u1', name: 'Ann', email: 'ann@example.org', role_id: 2 };
const base64 = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '');
/** A token as the server makes them; its signature is not checked here. */
const tokenOf = (claims: object) => `${base64({ alg: 'HS256' })}.${base64(claims)}.c2ln`;
const token = tokenOf({ ...ann, exp: 2_000 });

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());
const store = () => createSessionStore(localStorage, window);
const fromAnotherTab = (key: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));

describe('the session on the device', () => {
  it('is stored under its five keys [R3.storage-auth-token R3.storage-user-role R3.storage-user-id R3.storage-user-name R3.storage-user-email R9.storage-token]', () => {
    store().write(token, ann);
    expect(Object.fromEntries(Object.entries(localStorage))).toEqual({
      authToken: token,
      userRole: '2',
      userId: 'u1',
      userName: 'Ann',
      userEmail: 'ann@example.org',
    });
    expect(store().token()).toBe(token);
  });
  it('is read from the token: id and role, whatever else is stored', async () => {
    store().write(token, ann);
    localStorage.setItem('userRole', '1');
    localStorage.setItem('userId', 'u2');
    expect(await store().read()).toEqual({ user: ann, expiresAt: 2_000_000 });
  });
  it('takes no name from a user who is just signing in in another tab', async () => {
    store().write(token, ann);
    localStorage.setItem('userId', 'u2');
    localStorage.setItem('userName', 'Bob');
    localStorage.setItem('userEmail', 'bob@example.org');
    expect((await store().read())?.user).toEqual(ann);
  });
  it('is missing if nothing is stored [R4.login-needs-token]', async () => {
    expect([await store().read(), store().token()]).toEqual([null, null]);
  });
  it.each(['nonsense', 'a.b.c', tokenOf({ ...ann, role_id: 9, exp: 2_000 }), tokenOf({ ...ann })])(
    'is missing if the token is %j [R4.login-needs-decoding]',
    async (broken) => {
      store().write(broken, ann);
      expect(await store().read()).toBeNull();
    },
  );
  it('accepts a changed name without a new token', async () => {
    const session = store();
    session.write(token, ann);
    session.update({ ...ann, name: 'Anna' });
    expect((await session.read())?.user.name).toBe('Anna');
    expect(session.token()).toBe(token);
    const newer = tokenOf({ ...ann, exp: 3_000 });
    session.update(ann, newer);
    expect(await session.read()).toEqual({ user: ann, expiresAt: 3_000_000 });
    expect(session.token()).toBe(newer);
  });
  it('is deleted completely, and nothing else is [R4.logout-clears]', () => {
    localStorage.setItem('draft', 'kept');
    store().write(token, ann);
    store().clear();
    expect(Object.keys(localStorage)).toEqual(['draft']);
  });
  it('notifies listeners of changes, here and in other tabs, until they unsubscribe', () => {
    const session = store();
    const changed = vi.fn<() => void>();
    const stop = session.subscribe(changed);
    // This tab makes the change, so it is not notified.
    session.write(token, ann);
    session.clear();
    expect(changed).not.toHaveBeenCalled();
    session.update(ann);
    expect(changed).toHaveBeenCalledTimes(1);
    fromAnotherTab('authToken');
    fromAnotherTab(null);
    expect(changed).toHaveBeenCalledTimes(3);
    fromAnotherTab('userName');
    fromAnotherTab('userEmail');
    expect(changed).toHaveBeenCalledTimes(5);
    fromAnotherTab('draft');
    expect(changed).toHaveBeenCalledTimes(5);
    stop();
    fromAnotherTab('authToken');
    session.update(ann);
    expect(changed).toHaveBeenCalledTimes(5);
  });
});

describe('a browser without storage', () => {
  it('keeps the session for the life of the page', async () => {
    const refusing = {
      get localStorage(): Storage {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    const storage = deviceStorage(refusing);
    const session = createSessionStore(storage, window);
    session.write(token, ann);
    expect(await session.read()).toEqual({ user: ann, expiresAt: 2_000_000 });
    expect([storage.length, storage.key(0), storage.key(9)]).toEqual([5, 'userRole', null]);
    session.clear();
    expect(session.token()).toBeNull();
  });
});
