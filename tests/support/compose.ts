import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const serviceSchema = z.object({
  image: z.string(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  stop_grace_period: z.string().optional(),
});
const composeSchema = z.object({ services: z.record(z.string(), serviceSchema) });

type Service = z.infer<typeof serviceSchema>;

/**
 * Reads a compose file as `docker compose` does, with the variables of its `.env`; paths become absolute.
 * @throws Error that names a variable that is required and missing
 */
export function readCompose(
  file: string,
  variables: Readonly<Record<string, string>>,
): (name: string) => Service {
  const fill = (text: string): string =>
    text.replaceAll(
      /\$\{(\w+):([?-])([^}]*)\}/gu,
      (_, name: string, kind: string, rest: string) => {
        const value = variables[name] ?? '';
        if (value === '' && kind === '?') throw new Error(`${name} is missing: ${rest}`);
        return value === '' ? rest : value;
      },
    );
  const filled: unknown = parse(readFileSync(file, 'utf8'), (_, value: unknown) =>
    typeof value === 'string' ? fill(value) : value,
  );
  const { services } = composeSchema.parse(filled);
  return (name) => {
    const service = services[name];
    if (service === undefined) throw new Error(`${file} has no service ${name}`);
    const { build } = service;
    if (build === undefined) return service;
    const context = resolve(dirname(file), build.context);
    return { ...service, build: { context, dockerfile: resolve(context, build.dockerfile) } };
  };
}
