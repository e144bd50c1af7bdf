#pragma once

#include <vector>

#include "linkwork/expression.hpp"
#include "linkwork/model/cluster_tree.hpp"

namespace linkwork::codegen {

/// Adds what springs, dampers and friction of a joint do to generalised forces dual to v
/// (forces.hpp).
void addPassiveForce(const TreeBody<double>& body, const std::vector<symbolic::Expression>& q,
                     const std::vector<symbolic::Expression>& v,
                     std::vector<symbolic::Expression>& torque);

}  // namespace linkwork::codegen
