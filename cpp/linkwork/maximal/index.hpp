#pragma once

#include "linkwork/tree/index.hpp"

namespace linkwork::maximal {

using detail::at;

}  // namespace linkwork::maximal
