#include "linkwork/integrators/discrete_recursion_passes.hpp"
#include "linkwork/jet.hpp"

namespace linkwork {

template class DiscreteRecursion<DerivativeJet>;
template class DiscreteRecursion<DerivativeJet, ChordMomentum>;

}  // namespace linkwork
