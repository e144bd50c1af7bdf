#pragma once

#include <string_view>

#include "linkwork/program.hpp"

namespace linkwork::codegen {

/// A step for copies that nobody looks after between steps: it ends with loops closed, and
/// accelerations of semi-implicit Euler are taken at v, which without loops is where they are due.
/// Throws MechanismError of that integrator on loops, and as `write` does.
symbolic::ProgramSequence closedStep(const ClusterTree<double>& tree, std::string_view integrator,
                                     symbolic::ProgramSequence (*write)(const ClusterTree<double>&,
                                                                        std::string_view,
                                                                        const ProgramOptions&));

}  // namespace linkwork::codegen
