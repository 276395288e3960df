#!/usr/bin/env bash
# The npm package, packed and installed in an empty project, answers as the program does, in Node and in a browser.
# Needs what the check webassembly needs, npm, and for the browser what the check explorer needs. BUNDLERS=all also
# installs the newest bundlers: what they make of a page answers, too.
. "$(dirname "$0")/common.sh"

find_browser
find_target wasm32-unknown-unknown
build_program
prepare quietly release/npm --out "$temporary/packed"
packed=$(echo "$temporary"/packed/perfectplay-*.tgz)
figure "the npm package: $(wc -c <"$packed") bytes"
tests=$PWD/npm/tests
(cd explorer && prepare quietly npm ci)
mkdir "$temporary/project"
cd "$temporary/project"
echo '{ "type": "module" }' >package.json
quietly npm install --offline "$packed"
cp "$tests/use.js" use.mjs
quietly node use.mjs
cp "$tests/conformance.js" conformance.mjs
cp "$tests/elsewhere.js" elsewhere.mjs
cp "$OLDPWD/explorer/tests/file-server.js" file-server.mjs
quietly node conformance.mjs "$OLDPWD/tests"
quietly node elsewhere.mjs "$program" node_modules/perfectplay/README.md
# The lines of its README print what stands there.
readme=node_modules/perfectplay/README.md
sed -n '/^```js$/,/^```$/p' $readme | sed '/^```$/q' | sed '/^```/d' >example.mjs
diff <(sed -n '/^```text$/,/^```$/p' $readme | sed '/^```$/q' | sed '/^```/d') <(node example.mjs) || fail "the example prints something else"
cp "$tests/types.mts" "$tests/page.js" "$tests/in-node.js" .
node --input-type=module - "$OLDPWD/tests/conformance.json" <"$tests/answers.js" >answers.mts
for resolution in nodenext bundler; do
    quietly "$OLDPWD/explorer/node_modules/.bin/tsc" --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck false \
        --module "${resolution/bundler/esnext}" --moduleResolution $resolution --target es2022 --lib es2022,dom types.mts answers.mts
done
echo "it answers in Node, as its types say"
page() { printf '<!doctype html><meta charset="utf-8">%s\n<script%s src="./page.js"></script>\n' "$@"; }
map() { page "<script type=importmap nonce=test>{\"imports\":{\"perfectplay\":\"./$1/browser.js\"}}</script>" ' type="module"'; }
map node_modules/perfectplay >index.html
pages=("$PWD")

if [ "${BUNDLERS:-}" = all ]; then
    prepare quietly npm install vite parcel webpack webpack-cli esbuild rollup
    mkdir src
    cp page.js src
    page '' ' type="module"' >src/index.html
    quietly npx vite build --outDir ../made/vite src
    quietly npx parcel build src/index.html --no-cache --dist-dir made/parcel
    quietly npx webpack --mode production --entry ./page.js --output-path made/webpack --output-filename page.js
    page '' '' >made/webpack/index.html
    quietly npx esbuild page.js --bundle --format=esm --external:perfectplay --outdir=made/esbuild
    quietly npx rollup page.js --external perfectplay --dir made/rollup
    # For Node: with the files of the package, and in one file of CommonJS that passes the module's bytes.
    echo '{}' >made/package.json
    quietly npx webpack --mode production --target node --entry ./in-node.js --output-path made/in-node
    quietly node made/in-node/main.js
    quietly npx esbuild in-node.js --bundle --platform=node --format=cjs --outfile=made/in-node.cjs
    quietly node made/in-node.cjs node_modules/perfectplay/oracle.wasm
    rm -r made/package.json made/in-node made/in-node.cjs
    for outside in esbuild rollup; do
        cp -r node_modules/perfectplay made/$outside
        map perfectplay >made/$outside/index.html
    done
    pages+=("$PWD"/made/*)
fi
cd "$OLDPWD/explorer"
quietly node "$tests/browser.js" "${pages[@]}"
echo "it answers in $(basename "$CHROMIUM"), from $(printf '%s\n' "${pages[@]##*/}" | paste -sd ' ')"
