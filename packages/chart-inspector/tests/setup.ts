import { cleanup, configure } from '@testing-library/react';
import React from 'react';
import { afterEach, vi } from 'vitest';

// In development React records a stack for each element, up to a limit per second. Set the counter to its limit.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Infinity,
    set: () => {},
  });

configure({ asyncUtilTimeout: 15_000 });

// Test files share a page, so each test must restore it.
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  if (typeof document === 'undefined') return;
  document.body.replaceChildren();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});
