import { QueryCreator, type Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Lets `ask` send several queries of a transaction without waiting for each reply; they run in order. The embedded
 * store gets them as one message, so that together they take one turn of the event loop. `ask` must use its own
 * argument, not `tx`.
 */
export function pipeline<T>(
  tx: Transaction<Schema>,
  ask: (queries: QueryCreator<Schema>) => Promise<T>,
): Promise<T> {
  const executor = tx.getExecutor();
  return executor.provideConnection((connection) =>
    ask(
      new QueryCreator<Schema>({
        executor: executor.withConnectionProvider({
          provideConnection: (use) => use(connection),
        }),
      }),
    ),
  );
}
