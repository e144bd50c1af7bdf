#include "linkwork/dynamics/setup/compiled_mechanism.hpp"

#include <utility>

#include "linkwork/dynamics/compile.hpp"
#include "linkwork/mechanism/loop_functions.hpp"

namespace linkwork {

CompiledMechanism::CompiledMechanism(Mechanism given, const std::optional<NamedState>& at)
    : pose(at),
      mechanism(withoutLoopFunctions(std::move(given))),
      tree(compile(mechanism, pose, Masses::optional)),
      layout(mechanism),
      tendons(mechanism, tree),
      bodies_("bodies", mechanism.bodies),
      joints_("joints", mechanism.joints) {}

int CompiledMechanism::body(std::string_view name) const {
  return static_cast<int>(bodies_.require("body", "body", name));
}

int CompiledMechanism::joint(std::string_view name) const {
  return static_cast<int>(joints_.require("joint", "joint", name));
}

}  // namespace linkwork
