#pragma once

#include "linkwork/codegen/symbolic_mechanism.hpp"

/// The library's own recursions, run on expressions: the recursion over revolute joints of the
/// mechanism's plan (dynamics/kernels/joint_kernels.hpp), and the general one for all other
/// clusters. All programs use these recursions.
namespace linkwork::codegen {

/// H over ẏ, column by column.
std::vector<Expression> traceMassMatrix(SymbolicMechanism& mechanism);

/// v̇ of all tree joints under generalized forces and passive ones.
std::vector<Expression> traceForwardDynamics(SymbolicMechanism& mechanism,
                                             std::vector<Expression> torque);

/// Generalized forces on the independent joints, zero on the others, that v̇ requires in addition to
/// the passive ones.
std::vector<Expression> traceInverseDynamics(SymbolicMechanism& mechanism,
                                             const std::vector<Expression>& acceleration);

}  // namespace linkwork::codegen
