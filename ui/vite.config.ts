import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The pages are built into the Python package, which serves them; `npm run dev` passes calls on to a running server.
export default defineConfig({
  plugins: [svelte({ configFile: false })],
  build: {
    outDir: "../src/gearlock/server/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    // On a slow machine a newcomer would read which plugins took how long.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8420", ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
