// Ends esbuild's process. It would stay as long as Belfry runs, with 25 MB of memory, and wake up each second.

/** No build may be running in this process; the next one starts another process. */
export async function endBundler(): Promise<void> {
  const { stop } = await import('esbuild'); // imported here, since an installed package has no esbuild
  await stop();
}
