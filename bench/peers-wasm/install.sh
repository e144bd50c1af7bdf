# Sourced by bench/peers and bench/stiff.

folder=.cache/peers
peers=(@mujoco/mujoco@3.14.0 physx-js-webidl@2.7.3 @babylonjs/havok@1.3.14 jolt-physics@1.1.0
  @dimforge/rapier3d-compat@0.21.0)

# needPeers: installs the engines of the npm registry that are missing.
needPeers() {
  [ "$(cat $folder/installed 2>/dev/null)" = "${peers[*]}" ] && return
  say "installing ${peers[*]} in $folder"
  mkdir -p $folder
  npm install --prefix $folder --no-save --ignore-scripts --no-audit --no-fund "${peers[@]}" >&2 ||
    fail "npm could not install them: is the npm registry reachable (npm ping)?"
  echo "${peers[*]}" >$folder/installed
}
