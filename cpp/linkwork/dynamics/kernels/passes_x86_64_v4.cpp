// Compiled with -march=x86-64-v4, for processors with 32 vector registers. The backward pass keeps
// half of the propagated inertia in registers.
#if defined(LINKWORK_X86_64)

#include "linkwork/dynamics/kernels/passes_here.hpp"

namespace linkwork::kernels {

const Passes& passesForX86V4() { return passesHere; }
const StepPasses<double>& stepPassesForX86V4() { return stepPassesHere<double>; }

}  // namespace linkwork::kernels

#endif
