import type { Handlers } from '#server/http/route.ts';
import type { InspectorSwitch } from './switch.ts';

export const inspectorHandlers = (inspector: InspectorSwitch) =>
  ({
    inspector: () => inspector.state(),
    setInspector: ({ body }) => inspector.set(body.on),
  }) satisfies Handlers;
