import React from 'react';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

/*
 * In development React records a stack for each element, up to a limit per second, which takes a tenth of the render
 * time. Set the counter to its limit; warnings then name only the component.
 */
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const internals: unknown = Reflect.get(React, INTERNALS);
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Infinity,
    set: () => {},
  });

// Only a failing test waits this long.
configure({ asyncUtilTimeout: 15_000 });

// Test files share a page: each test restores it.
afterEach(() => {
  // Testing Library cleans up by itself only where test globals exist.
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Some tests run without a page.
  if (typeof document === 'undefined') return;
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});
