#include "linkwork/mechanism/loop_functions.hpp"

#include <algorithm>
#include <utility>

namespace linkwork {
namespace {

bool isFunction(const Loop& loop) { return loop.type == JointType::general; }

}  // namespace

bool hasLoopFunctions(const Mechanism& mechanism) {
  return std::any_of(mechanism.loops.begin(), mechanism.loops.end(), isFunction);
}

Mechanism withoutLoopFunctions(Mechanism mechanism) {
  for (Loop& loop : mechanism.loops) {
    if (!isFunction(loop)) continue;
    Joint joint;
    static_cast<JointGeometry&>(joint) = loop;
    joint.child = loop.name;
    joint.childFrame = {};
    mechanism.joints.push_back(std::move(joint));
    Body body;
    body.name = loop.name;
    mechanism.bodies.push_back(std::move(body));
    loop.type = JointType::fixed;
    loop.function = {};
    loop.parent = loop.name;
    loop.parentFrame = {};
  }
  return mechanism;
}

}  // namespace linkwork
