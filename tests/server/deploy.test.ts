import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { readConfig } from '#server/config.ts';
import { readCompose } from '#tests/support/compose.ts';
import { startTestServer } from '#tests/support/server.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const dockerfile = read('deploy/Dockerfile');
const compose = read('deploy/compose.yaml');

/** The first group of each match. */
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, group = '']) => group);

/** The settings that the Dockerfile gives, and those that compose gives its processes. */
const image = new Map(
  all(dockerfile, /^ENV (.+)$/gmu).flatMap((line) =>
    line.split(' ').map((pair): [string, string] => {
      const [name = '', value = ''] = pair.split('=');
      return [name, value];
    }),
  ),
);
const processes = /\n  environment:\n((?: {4}.*\n)+)/u.exec(compose)?.[1] ?? '';
const given = new Map(
  [...processes.matchAll(/^ {4}([A-Z_]+): '?(.*?)'?$/gmu)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
);

const SECRET = 'a-secret-of-letters-that-is-long-enough';
const FILLED = {
  SHOW_HOST: 'show.example',
  SMTP_URL: 'smtps://user:password@mail.example',
  MAIL_FROM: 'show@show.example',
  ADMIN_EMAIL: 'you@show.example',
  ADMIN_PASSWORD: SECRET,
  POSTGRES_PASSWORD: SECRET,
  JWT_SECRET: SECRET,
  METRICS_TOKEN: SECRET,
};

it('every variable passed to the container is a setting of the server, and all are valid together', () => {
  expect(given.size).toBeGreaterThan(10);
  const known = all(read('server/config.ts'), /^ {2}([A-Z_]+): /gmu);
  expect([...image.keys(), ...given.keys()].filter((name) => !known.includes(name))).toEqual([]);
  const app = readCompose(join(ROOT, 'deploy/compose.yaml'), FILLED)('app-1');
  const config = readConfig({ ...Object.fromEntries(image), ...app.environment });
  expect(config).toMatchObject({
    production: true,
    host: '0.0.0.0',
    appUrl: 'https://show.example',
    trustProxy: 1,
    databaseUrl: `postgres://show:${SECRET}@postgres:5432/show`,
    redisUrl: 'redis://redis:6379',
  });
});

it('no secret stands in the files', () => {
  const secrets = [...given].filter(([name]) => /SECRET|PASSWORD|TOKEN|KEY|_URL/u.test(name));
  const open = secrets.filter(([, value]) => !value.includes('${'));
  expect(open).toEqual([['REDIS_URL', 'redis://redis:6379']]);
  expect(all(compose, /POSTGRES_PASSWORD: (.)/gu)).toEqual(['$']);
  // Required settings have a message.
  for (const name of ['JWT_SECRET', 'METRICS_TOKEN', 'ADMIN_PASSWORD', 'SMTP_URL'])
    expect(given.get(name)).toContain(`\${${name}:?`);
});

it('the image holds what the build and the program need', async () => {
  const allowed = all(read('deploy/Dockerfile.dockerignore'), /^!(.+)$/gmu);
  const missing = allowed.filter((name) => !name.includes('*') && !existsSync(join(ROOT, name)));
  expect(missing).toEqual([]);
  const sources = /const SOURCES = \[([^\]]+)\]/u.exec(read('scripts/start.mjs'))?.[1] ?? '';
  // The image must contain the TypeScript settings of every part.
  const parts = all(read('tsconfig.json'), /"path": "(\w+)"/gu);
  const needed = [...all(sources, /'([^']+)'/gu), ...parts];
  expect(needed.length).toBeGreaterThan(4);
  expect(needed.filter((name) => !allowed.includes(name))).toEqual([]);
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  expect(all(dockerfile, /npm run (\w+)/gu).filter((name) => !(name in scripts))).toEqual([]);
  expect(dockerfile).toMatch(/\nUSER node\n[^]*CMD \["node", "dist\/server\/main\.js"\]\n$/u);

  const server = await startTestServer();
  onTestFinished(() => server.close());
  const asked = [
    ...all(dockerfile, /(\/\w+)'\)\.then/gu),
    ...all(read('deploy/Caddyfile'), /health_uri (\S+)/gu),
  ];
  expect(asked).toEqual(['/healthz', '/readyz']);
  for (const path of asked) expect((await server.raw(path)).status).toBe(200);
});

it('the proxy and the processes name each other', () => {
  const proxy = read('deploy/Caddyfile');
  const port = image.get('PORT') ?? '';
  const upstreams = all(proxy, /(app-\d+:\d+)/gu);
  expect(upstreams).toEqual([`app-1:${port}`, `app-2:${port}`]);
  for (const upstream of upstreams)
    expect(compose).toContain(`\n  ${upstream.replace(`:${port}`, '')}: *app\n`);
  expect(all(compose, /- \.\/(\S+):\//gu)).toEqual(['Caddyfile']);
  expect(all(compose, /dockerfile: (\S+)/gu).every((file) => existsSync(join(ROOT, file)))).toBe(
    true,
  );
});

it('the proxy loses no request when a process restarts', () => {
  const proxy = read('deploy/Caddyfile');
  const [, leaving = ''] = /LEAVE_MS = ([\d_]+)/u.exec(read('server/main.ts')) ?? [];
  const seconds = (name: string) => Number(all(proxy, new RegExp(`\\b${name} (\\d+)s`, 'gu'))[0]);
  // Marked as leaving twice before it stops; new requests go to the other process.
  expect(2 * seconds('health_interval')).toBeLessThan(Number(leaving.replace('_', '')) / 1_000);
  expect(seconds('lb_try_duration')).toBeGreaterThan(seconds('health_interval'));
  // Polling stays with the process that has its session.
  expect(all(proxy, /lb_policy (\S+)/gu)).toEqual(['cookie']);
  // nginx has no health checks, and would avoid both processes if one restarts soon after the other.
  const [nginx = ''] = all(read('docs/operating.md'), /```nginx\n(.+?)```/gsu);
  expect(all(nginx, /^ +server ([^;{]+);/gmu)).toEqual(
    Array.from({ length: 2 }, () => `127.0.0.1:${image.get('PORT')} max_fails=0`),
  );
});

it('each panel of the dashboard shows metrics and labels that exist', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const text = String((await server.raw('/metrics')).body);
  const families = all(text, /^# TYPE (\S+) /gmu);
  const { panels } = z
    .object({
      panels: z.array(
        z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) }),
      ),
    })
    .parse(JSON.parse(read('deploy/dashboard.json')));
  expect(panels.length).toBeGreaterThan(8);
  for (const { title, targets } of panels)
    for (const { expr } of targets) {
      const names = all(expr, /(\w+)\{job="\$job"/gu);
      const unknown = names.filter(
        (name) =>
          !families.includes(name) && !families.includes(name.replace(/_(count|bucket)$/u, '')),
      );
      expect({ title, names: names.length, unknown }).toEqual({ title, names: 1, unknown: [] });
    }
  // The route in a panel must be spelled as in the server's metrics.
  const routes = new Set(all(JSON.stringify(panels), /route=\\*"([^"\\]+)/gu));
  await server.raw('/api/game-sessions/answers', { method: 'POST' });
  const after = String((await server.raw('/metrics')).body);
  expect([...routes].filter((route) => !after.includes(`route="${route}"`))).toEqual([]);
  expect(routes.size).toBe(1);
});
