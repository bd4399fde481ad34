import type { Handlers } from '#server/http/route.ts';
import type { InspectorSwitch } from './switch.ts';

export const inspectorHandlers = (inspector: InspectorSwitch) =>
  ({
    inspector: () => inspector.state(),
    setInspector: ({ body, record }) => inspector.set(body.on, record),
  }) satisfies Handlers;
