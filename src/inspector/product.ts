/* All that the inspector uses of the product's browser code. */

export { useInspectorAccess } from '#src/bindings/published.ts';
export { useRuntime, useUser } from '#src/bindings/runtime.tsx';
export { useUrlChoice, useUrlState } from '#src/bindings/url-state.ts';
export { Badge } from '#src/components/badge.tsx';
export { Button, IconButton, linkButton, standaloneLink } from '#src/components/button.tsx';
export { classes } from '#src/components/classes.ts';
export { CopyButton } from '#src/components/copy-button.tsx';
export { Disclosure } from '#src/components/disclosure.tsx';
export {
  Field,
  NumberField,
  SearchField,
  SelectField,
  TextArea,
  TextField,
} from '#src/components/field.tsx';
export { Actions, FieldRow, Form } from '#src/components/form.tsx';
export { Cluster, Page, Stack } from '#src/components/layout.tsx';
export { Note } from '#src/components/note.tsx';
export { QrCode } from '#src/components/qr-code.tsx';
export { Spoken } from '#src/components/spoken.tsx';
export { EmptyState, ErrorNote, Skeleton } from '#src/components/states.tsx';
export { Checkbox, Switch } from '#src/components/switch.tsx';
export { SegmentedControl, Tabs } from '#src/components/tabs.tsx';
export type { Fetch } from '#src/effects/api.ts';
export type { OpenLine } from '#src/effects/line.ts';
export type { Effects } from '#src/effects/runtime.ts';
export type { ShowSocket } from '#src/effects/socket.ts';
export type { Timers } from '#src/effects/timers.ts';
