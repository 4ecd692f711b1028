/** A module that the build makes (tools/vite.config.ts). */
declare module "virtual:theme.css" {}

declare module "*.avif" {
  const address: string;
  export default address;
}
