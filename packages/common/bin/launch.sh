#!/bin/sh
# launch.sh FILE [ARG...]: become Bun running FILE.
#
# Every launcher and npm script of this product ends here. It must work in both states npm can
# leave behind:
#   install scripts ran      node_modules/bun/bin/bun.exe is the real program
#   install scripts did not  that file is a 450-byte notice, and the program is still inside the
#                            platform package, node_modules/@oven/bun-<platform>/bin/bun
# The last line is an exec: this process IS the server, so its pid and signals are the server's.

# A real Bun is tens of megabytes, the notice some hundred bytes.
is_program() {
  [ -x "$1" ] && [ "$(wc -c <"$1")" -gt 1000000 ]
}

# Platform packages of this machine, best first. npm may have installed the packages of both
# C libraries (older versions ignore the "libc" field), so the order matters.
platform_packages() {
  case $(uname -m) in
    arm64 | aarch64) arch=aarch64 other=x64 ;;
    *) arch=x64 other=aarch64 ;;
  esac
  case $(uname -s) in
    Darwin)
      # Under Rosetta uname says x86_64 while npm may have installed for arm64, and vice versa.
      echo "darwin-$arch darwin-$other"
      ;;
    *)
      if [ -e /etc/alpine-release ]; then
        echo "linux-$arch-musl linux-$arch"
      elif [ -e /lib/ld-linux-aarch64.so.1 ] || [ -e /lib64/ld-linux-x86-64.so.2 ]; then
        echo "linux-$arch linux-$arch-musl"
      else
        echo "linux-$arch-musl linux-$arch"
      fi
      ;;
  esac
}

# The first real Bun in a node_modules directory at or above $1, or nothing.
find_bun() {
  dir=$1
  packages=$(platform_packages)
  while :; do
    for package in $packages; do
      if is_program "$dir/node_modules/@oven/bun-$package/bin/bun"; then
        echo "$dir/node_modules/@oven/bun-$package/bin/bun"
        return
      fi
    done
    if is_program "$dir/node_modules/bun/bin/bun.exe"; then
      echo "$dir/node_modules/bun/bin/bun.exe"
      return
    fi
    [ "$dir" = / ] && return
    dir=$(dirname "$dir")
  done
}

here=$(cd -P "$(dirname "$0")" && pwd -P)
bun=$(find_bun "$here")
if [ -z "$bun" ]; then
  echo "tandem: Bun is not installed for $(uname -s) $(uname -m). Run \`npm install\` in the directory you cloned, then try again." >&2
  exit 1
fi

# Neither a .env file in the user's directory nor a missing package may change what runs.
exec "$bun" --no-env-file --no-install "$@"
