#pragma once

#include "linkwork/linalg/index.hpp"

namespace linkwork::detail {

using linkwork::at;

}  // namespace linkwork::detail
