# How checks run programs of Windows; they begin with this after common.sh.
# shellcheck shell=bash

# Sets compiler and wine, which it installs.
find_wine() {
    has_wine && return
    install_packages gcc-mingw-w64-x86-64-win32 wine64
    has_wine
}

has_wine() {
    compiler=$(command -v x86_64-w64-mingw32-gcc || true)
    wine=$(command -v /usr/lib/wine/wine64 wine64 wine | head -n 1)
    [ -n "$compiler" ] && [ -n "$wine" ]
}

# Makes an empty Windows.
start_wine() {
    export WINEPREFIX=$temporary/wine WINEDEBUG=-all
    # Its server writes into that folder for some seconds more.
    at_end() { "$(dirname "$wine")/wineserver" -k -w 2>/dev/null; }
    quietly timeout 300 "$wine" wineboot -i
    # Wine before 8.8 lacks this library of Windows, which Rust's standard library needs.
    local library=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
    [ ! -e "$library" ] || return 0
    cat >"$temporary/bcryptprimitives.c" <<'C'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG length);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T length) {
    return SystemFunction036(bytes, (ULONG)length);
}
C
    "$compiler" -shared "$temporary/bcryptprimitives.c" -o "$library" -ladvapi32
}
