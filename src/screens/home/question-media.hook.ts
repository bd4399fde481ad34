import { useEffect, useState } from 'react';
import type { PlayerMedia } from '#machines/contract/entities.ts';
import { useMediaUrl } from '#src/bindings/media.ts';
import { openSealed } from '#src/effects/sealed-media.ts';

/**
 * Returns the address of a picture or sound: in memory, if it was loaded ahead, otherwise on the server. Undefined: the
 * loaded bytes are being opened, which takes no longer than a frame or two.
 */
export function useQuestionUrl({ id, seal }: PlayerMedia): string | undefined {
  const plain = useMediaUrl()(id);
  const sealId = seal?.id;
  const key = seal?.key;
  const [opened, setOpened] = useState<{ sealId: string; url: string | null } | null>(null);
  useEffect(() => {
    if (sealId === undefined || key === undefined) return undefined;
    let url: string | null = null;
    let isGone = false;
    const open = async () => {
      const blob = await openSealed({ id: sealId, key });
      if (isGone) return;
      url = blob && URL.createObjectURL(blob);
      setOpened({ sealId, url });
    };
    void open();
    return () => {
      isGone = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [sealId, key]);
  if (sealId === undefined) return plain;
  return opened?.sealId === sealId ? (opened.url ?? plain) : undefined;
}
