#include "linkwork/integrators/discrete_recursion_passes.hpp"

namespace linkwork {

template class DiscreteRecursion<double>;

}  // namespace linkwork
