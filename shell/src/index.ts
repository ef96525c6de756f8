// The shared packages are chunks of their own, which only an asynchronous boundary may wait for.
void import('./bootstrap.tsx')
