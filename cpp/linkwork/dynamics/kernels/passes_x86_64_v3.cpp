// Compiled with -march=x86-64-v3, for processors with fused multiply-add and wider vectors.
#if defined(LINKWORK_X86_64)

#include "linkwork/dynamics/kernels/passes_here.hpp"

namespace linkwork::kernels {

const Passes& passesForX86V3() { return passesHere; }
const StepPasses<double>& stepPassesForX86V3() { return stepPassesHere<double>; }

}  // namespace linkwork::kernels

#endif
