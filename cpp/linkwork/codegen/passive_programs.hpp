#pragma once

#include <vector>

#include "linkwork/codegen/symbolic_numbers.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork::codegen {

/// Adds the forces of springs, dampers and friction of a joint to generalized forces dual to v
/// (forces.hpp).
void addPassiveForce(const TreeBody<double>& body, const std::vector<symbolic::Expression>& q,
                     const std::vector<symbolic::Expression>& v, const Number& number,
                     std::vector<symbolic::Expression>& torque);

/// Resistance of a joint to motion.
struct Resistance {
  symbolic::Expression damping, friction;
};

/// Power of generalized forces and resistances at a joint.
symbolic::Expression powerAt(const TreeBody<double>& body, const Resistance& resistance,
                             const VectorX<symbolic::Expression>& q,
                             const VectorX<symbolic::Expression>& v,
                             const VectorX<symbolic::Expression>& torque);

}  // namespace linkwork::codegen
