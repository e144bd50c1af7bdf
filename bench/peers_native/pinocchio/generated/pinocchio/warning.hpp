// As config.hpp: warnings of headers that have moved.
#pragma once

#define PINOCCHIO_COMPILE_WARNING(message)
