#include "linkwork/mechanism/joint_functions.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "linkwork/errors.hpp"
#include "linkwork/joints/described_joints.hpp"
#include "linkwork/mechanism.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {
namespace {

/// In the order of JointDescription.
constexpr std::array<std::string_view, std::variant_size_v<JointDescription>> kindNames{
    "general", "curve", "surface", "surfaceContact", "eulerBall", "custom", "function"};

struct CountCoordinates {
  int operator()(std::monostate) const { return 0; }
  int operator()(const CurveJoint&) const { return 1; }
  int operator()(const SurfaceJoint& joint) const { return joint.spin ? 3 : 2; }
  int operator()(const SurfaceContactJoint& joint) const { return joint.spin ? 5 : 4; }
  int operator()(const EulerBallJoint&) const { return 3; }
  int operator()(const CustomJoint& joint) const {
    return static_cast<int>(joint.coordinates.size());
  }
  int operator()(const UserFunction& joint) const {
    return joint.function ? joint.function->coordinates() : 0;
  }
};

/// Whether a joint needs several charts of coordinates.
struct HasCharts {
  template <typename Joint>
  bool operator()(const Joint&) const {
    return false;
  }
  bool operator()(const EulerBallJoint&) const { return true; }
  bool operator()(const SurfaceContactJoint& joint) const {
    const auto isTorus = [](const ContactSurface& surface) {
      return surface.type == ContactSurfaceType::torus;
    };
    return joint.spin && !std::all_of(joint.surfaces.begin(), joint.surfaces.end(), isTorus);
  }
  bool operator()(const UserFunction& joint) const {
    return joint.function && joint.function->charts() > 1;
  }
};

struct MakeFunction {
  using Function = std::shared_ptr<const JointFunction>;

  Function operator()(std::monostate) const { return nullptr; }
  Function operator()(const UserFunction& joint) const { return joint.function; }
  template <typename Joint>
  Function operator()(const Joint& joint) const {
    return jointFunction(joint);
  }
};

/// The path of a description in a joint of a mechanism file: a curve and a surface are in objects
/// of their own.
std::string prefixOf(const JointDescription& description) {
  const bool isNested = std::holds_alternative<CurveJoint>(description) ||
                        std::holds_alternative<SurfaceJoint>(description);
  return isNested ? "." + std::string(kindName(description)) + "." : ".";
}

}  // namespace

std::string_view kindName(const JointDescription& description) {
  return kindNames[description.index()];
}

int coordinateCount(const JointDescription& description) {
  return std::visit(CountCoordinates(), description);
}

int positionCount(const JointDescription& description) {
  return coordinateCount(description) + (std::visit(HasCharts(), description) ? 1 : 0);
}

std::shared_ptr<const JointFunction> makeJointFunction(const JointDescription& description) {
  std::shared_ptr<const JointFunction> function = std::visit(MakeFunction(), description);
  if (!function)
    throw JointDescriptionError("function", "a general joint needs to say which function it is");
  return function;
}

std::shared_ptr<const JointFunction> checkedFunction(const std::string& path,
                                                     const JointDescription& description) {
  try {
    return makeJointFunction(description);
  } catch (const JointDescriptionError& error) {
    throw MechanismError(path + prefixOf(description) + error.member(), error.problem());
  }
}

JointFunctions jointFunctions(const Mechanism& mechanism) {
  JointFunctions functions(mechanism.joints.size());
  std::vector<std::size_t> distinct;  // joints with different descriptions; often few
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const Joint& joint = mechanism.joints[i];
    if (joint.type != JointType::general) continue;
    const auto same = std::find_if(distinct.begin(), distinct.end(), [&](std::size_t other) {
      return mechanism.joints[other].function == joint.function;
    });
    if (same != distinct.end()) {
      functions[i] = functions[*same];
      continue;
    }
    functions[i] = checkedFunction(detail::itemPath("joints", i), joint.function);
    distinct.push_back(i);
  }
  return functions;
}

}  // namespace linkwork
