#include "linkwork/dynamics/kernels/passes_here.hpp"
#include "linkwork/dynamics/kernels/processor.hpp"

namespace linkwork::kernels {

#if defined(LINKWORK_X86_64)
const Passes& passesForX86V3();
const Passes& passesForX86V4();
const StepPasses<double>& stepPassesForX86V3();
const StepPasses<double>& stepPassesForX86V4();

namespace {

/// The table for the current processor.
template <typename Table>
const Table& choose(const Table& portable, const Table& v3, const Table& v4) {
  return hasX86V4() ? v4 : hasX86V3() ? v3 : portable;
}

}  // namespace

const Passes& passes() {
  static const Passes& chosen = choose(passesHere, passesForX86V3(), passesForX86V4());
  return chosen;
}

const StepPasses<double>& stepPasses() {
  static const StepPasses<double>& chosen =
      choose(stepPassesHere<double>, stepPassesForX86V3(), stepPassesForX86V4());
  return chosen;
}
#else
const Passes& passes() { return passesHere; }
const StepPasses<double>& stepPasses() { return stepPassesHere<double>; }
#endif

}  // namespace linkwork::kernels
