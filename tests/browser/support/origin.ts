/** Where the product under test is; the port comes from the server that Playwright started. */
export function origin(): string {
  const port = process.env.STAMPCARD_PORT;
  if (port === undefined) throw new Error('The product under test is not running.');
  return `http://localhost:${port}`;
}
