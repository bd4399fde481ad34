import { join } from 'node:path';
import {
  API,
  type Checker,
  type Project,
  SymbolFlags,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync';
import type { EventShapes, FieldShape, Json, Shape } from '../events/shape.ts';

/** What the TypeScript types of a chart say about it. */
export interface ChartTypes {
  readonly events: EventShapes;
  readonly input: Shape;
  /** The result of each promise in `setup`, by the promise's name. */
  readonly outputs: Readonly<Record<string, Shape>>;
}
/** An exported chart: its file and the name of the export. */
export interface ExportedChart {
  readonly file: string;
  readonly name: string;
}

/** Positions of the type parameters of XState's `StateMachine`. */
const PARAMETER = { events: 1, actors: 3, input: 9 } as const;
/** Maximum depth of shapes; deeper values are edited as JSON. */
const DEPTH = 12;

/** Reads the types of charts with the TypeScript compiler, in the order of `charts`. */
export function chartTypes(tsconfig: string, charts: readonly ExportedChart[]): ChartTypes[] {
  const api = new API({ cwd: join(tsconfig, '..') });
  try {
    const [project] = api.updateSnapshot({ openProjects: [tsconfig] }).getProjects();
    if (project === undefined) throw new Error(`${tsconfig} is not a TypeScript project`);
    const reader = new Reader(project.checker);
    return charts.map((chart) => reader.typesOf(machineType(project, chart)));
  } finally {
    api.close();
  }
}

function machineType({ program, checker }: Project, { file, name }: ExportedChart): Type {
  const source = program.getSourceFile(file);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  const found = module === undefined ? undefined : checker.getMemberInModuleExports(module, name);
  if (found === undefined) throw new Error(`${file} has no export ${name}`);
  const symbol = found.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  const type = checker.getTypeOfSymbol(symbol);
  if (type === undefined) throw new Error(`${name} of ${file} has no type`);
  return type;
}

class Reader {
  readonly #checker: Checker;
  readonly #shapes = new Map<number, Shape>();
  constructor(checker: Checker) {
    this.#checker = checker;
  }

  typesOf(machine: Type): ChartTypes {
    const parameters = machine.isTypeReference() ? this.#checker.getTypeArguments(machine) : [];
    const [events, actors, input] = [
      parameters[PARAMETER.events],
      parameters[PARAMETER.actors],
      parameters[PARAMETER.input],
    ];
    if (events === undefined || actors === undefined || input === undefined)
      throw new Error(`not a state machine: ${this.#checker.typeToString(machine)}`);
    return {
      events: Object.fromEntries(membersOf(events).flatMap((event) => this.#event(event))),
      input: this.#shapeOf(input),
      outputs: Object.fromEntries(membersOf(actors).flatMap((actor) => this.#output(actor))),
    };
  }

  #event(event: Type): [string, Shape][] {
    const type = this.#propertyType(event, 'type');
    return membersOf(type).flatMap((literal): [string, Shape][] =>
      literal.isStringLiteralType() ? [[literal.value, this.#objectOf(event, 0, 'type')]] : [],
    );
  }

  /** Returns the name and the result of an actor `{ src, logic }` if it is a promise, otherwise nothing. */
  #output(actor: Type): [string, Shape][] {
    const src = this.#propertyType(actor, 'src');
    const logic = this.#propertyType(actor, 'logic');
    const isPromise = logic.getAliasSymbol()?.name === 'PromiseActorLogic';
    const [output] = isPromise ? logic.getAliasTypeArguments() : [];
    return src.isStringLiteralType() && output !== undefined
      ? [[src.value, this.#shapeOf(output)]]
      : [];
  }

  #propertyType(type: Type, name: string): Type {
    const property = this.#checker.getPropertyOfType(type, name);
    const found = property === undefined ? undefined : this.#checker.getTypeOfSymbol(property);
    return found ?? this.#checker.getUnknownType();
  }

  #shapeOf(type: Type, depth = 0): Shape {
    const known = this.#shapes.get(type.id);
    if (known !== undefined) return known;
    const shape = depth > DEPTH ? JSON_SHAPE : this.#read(type, depth);
    this.#shapes.set(type.id, shape);
    return shape;
  }

  #read(type: Type, depth: number): Shape {
    const { flags } = type;
    if (flags & TypeFlags.BooleanLike && !type.isLiteralType()) return { kind: 'flag' };
    const constant = constantOf(type);
    if (constant !== undefined) return { kind: 'options', values: [constant] };
    if (flags & TypeFlags.StringLike) return { kind: 'text' };
    if (flags & TypeFlags.NumberLike) return { kind: 'number' };
    if (type.isUnionType()) return this.#union(type, depth);
    if (this.#checker.isArrayType(type) && type.isTypeReference()) {
      const [item] = this.#checker.getTypeArguments(type);
      return item === undefined
        ? JSON_SHAPE
        : { kind: 'list', item: this.#shapeOf(item, depth + 1) };
    }
    if (!type.isObjectType() && !type.isIntersectionType()) return JSON_SHAPE;
    if (this.#checker.getSignaturesOfType(type, 0).length > 0) return { kind: 'function' };
    const isMap = this.#checker.getIndexInfosOfType(type).length > 0;
    return isMap || this.#checker.isArrayLikeType(type) ? JSON_SHAPE : this.#objectOf(type, depth);
  }

  #objectOf(type: Type, depth: number, without?: string): Shape {
    return {
      kind: 'object',
      fields: this.#checker
        .getPropertiesOfType(type)
        .filter(({ name }) => name !== without)
        .map((property): FieldShape => {
          const field = this.#checker.getTypeOfSymbol(property);
          return {
            name: property.name,
            shape: field === undefined ? JSON_SHAPE : this.#shapeOf(field, depth + 1),
            isOptional: (property.flags & SymbolFlags.Optional) !== 0,
          };
        }),
    };
  }

  #union(type: Type, depth: number): Shape {
    const shapes: Shape[] = [];
    const values: Json[] = [];
    for (const member of membersOf(type)) {
      if (member.flags & TypeFlags.Undefined) continue;
      const constant = constantOf(member);
      if (constant === undefined) shapes.push(this.#shapeOf(member, depth + 1));
      else values.push(constant);
    }
    const isFlag = values.includes(true) && values.includes(false);
    const others = isFlag ? values.filter((value) => typeof value !== 'boolean') : values;
    if (isFlag) shapes.push({ kind: 'flag' });
    if (others.length > 0) shapes.push({ kind: 'options', values: others });
    const [only, ...more] = shapes;
    if (only === undefined) return JSON_SHAPE;
    return more.length === 0 ? only : { kind: 'choice', options: shapes };
  }
}

const JSON_SHAPE: Shape = { kind: 'json' };

const membersOf = (type: Type): readonly Type[] =>
  type.isUnionType() ? (type.getTypes() ?? []) : [type];

/** Returns the value of a literal type; undefined if the type is not a single JSON value. */
function constantOf(type: Type): Json | undefined {
  if (type.flags & TypeFlags.Null) return null;
  if (!type.isLiteralType()) return undefined;
  if (type.isBooleanLiteralType()) return type.value;
  return type.isStringLiteralType() || type.isNumberLiteralType() ? type.value : undefined;
}
