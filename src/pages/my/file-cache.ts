// The name of the cache with the files of the person's page, which the page fills and its worker reads.

export const fileCache = 'belfry-my-files';
