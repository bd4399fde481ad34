import { type Handlers, recording } from '#server/http/route.ts';
import { addProducer, listProducers, type ProducersServices, removeProducer } from './producers.ts';

export const producersHandlers = (services: ProducersServices) =>
  ({
    showProducers: ({ params }) => listProducers(services, params.id),
    addProducer: ({ params, body, caller, record }) =>
      addProducer(recording(services, record), params.id, body.email, caller),
    removeProducer: ({ params, caller, record }) =>
      removeProducer(recording(services, record), params.id, params.producerId, caller),
  }) satisfies Handlers;
