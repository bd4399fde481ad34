/*
 * Browser translators replace texts with their own elements (`<font>`), or wrap them. React only knows the original
 * text nodes, so an operation on a text node is redirected to the element that replaced it.
 */

/** For each text node that a translator removed from the page: the element that replaces it. */
const standIns = new WeakMap<Node, Node>();
const taken = new WeakSet<Node>();
let watcher: MutationObserver | null = null;
let isFollowed = false;

const isFont = (node: Node | null | undefined): boolean => node?.nodeName === 'FONT';

function note({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void {
  const [added] = addedNodes;
  for (const removed of Array.from(removedNodes)) {
    if (!(removed instanceof Text) && !taken.has(removed)) continue;
    const other = added ?? [previousSibling, nextSibling].find(isFont);
    if (other === undefined || other === null || taken.has(other)) continue;
    standIns.set(removed, other);
    taken.add(other);
  }
}

const noteAll = (records: readonly MutationRecord[] = watcher?.takeRecords() ?? []): void =>
  records.forEach(note);

/** Returns the child of `parent` that is `node`, contains it or replaces it. */
function childFor(parent: Node, node: Node): Node | null {
  for (let each: Node | null = node; each !== null; each = each.parentNode)
    if (each.parentNode === parent) return each;
  const other = standIns.get(node);
  return other === undefined ? null : childFor(parent, other);
}

/** Removes the replacement of a text node that returns to the page. */
function dropStandIn(node: Node): void {
  noteAll();
  const other = standIns.get(node);
  if (other === undefined) return;
  standIns.delete(node);
  dropStandIn(other);
  other.parentNode?.removeChild(other);
}

function patch(prototype: Node): void {
  // oxlint-disable-next-line typescript/unbound-method -- each is called on the node that it was called on
  const { removeChild, insertBefore, appendChild } = prototype;
  const value = Object.getOwnPropertyDescriptor(prototype, 'nodeValue');

  prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    noteAll();
    removeChild.call(this, childFor(this, child) ?? child);
    return child;
  };
  prototype.insertBefore = function insert<T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    dropStandIn(node);
    insertBefore.call(this, node, before === null ? null : (childFor(this, before) ?? before));
    return node;
  };
  prototype.appendChild = function append<T extends Node>(this: Node, node: T): T {
    dropStandIn(node);
    appendChild.call(this, node);
    return node;
  };
  if (value?.set === undefined) return;
  // oxlint-disable-next-line typescript/unbound-method -- the same
  const { set } = value;
  Object.defineProperty(prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      noteAll();
      const other = standIns.get(this);
      // The original text returns to the page, where the translator translates it again.
      const parent = other === undefined || this.isConnected ? null : other.parentNode;
      if (parent !== null && other !== undefined) {
        insertBefore.call(parent, this, other);
        dropStandIn(this);
      }
      set.call(this, text);
    },
  });
}

function follow(records: readonly MutationRecord[]): void {
  if (!isFollowed) {
    if (!records.some(({ addedNodes: [added] }) => isFont(added))) return;
    isFollowed = true;
    patch(Node.prototype);
  }
  noteAll(records);
}

/**
 * Observes the page, and patches the DOM as soon as a translator starts. `earlier`: mutations of the page until now.
 */
export function watchTranslator(page: Node, earlier: readonly MutationRecord[]): void {
  watcher = new MutationObserver(follow);
  watcher.observe(page, { childList: true, subtree: true });
  follow(earlier);
}
