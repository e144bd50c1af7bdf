#pragma once

#include "linkwork/codegen/symbolic_mechanism.hpp"

/// The library's own recursions, run on expressions: the recursion over revolute joints of the
/// mechanism's plan (dynamics/kernels/joint_kernels.hpp), and the general one for all other
/// clusters. There is no other recursion behind the programs.
namespace linkwork::codegen {

/// H over ẏ, column by column.
std::vector<Expression> traceMassMatrix(SymbolicMechanism& mechanism);

/// v̇ of all tree joints under generalised forces, passive ones included.
std::vector<Expression> traceForwardDynamics(SymbolicMechanism& mechanism,
                                             std::vector<Expression> torque);

/// Generalised forces on the independent joints, zero on the others, that v̇ asks for besides the
/// passive ones.
std::vector<Expression> traceInverseDynamics(SymbolicMechanism& mechanism,
                                             const std::vector<Expression>& acceleration);

}  // namespace linkwork::codegen
