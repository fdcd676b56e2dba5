#pragma once

#include "variants/contract/variant.hpp"

namespace warpmark {

/// Adds the axis "pdl" (programmatic dependent launch) to a variant of several kernels: with
/// pdl=on its plan is that of pdl=off after overlap_launches(). All its kernels wait before they
/// access what an earlier launch stores, or store what one accesses
/// (kernels/common/dependent_launch.cuh).
variant with_dependent_launches(variant described);

/// What with_dependent_launches() adds, for variants whose axes, constraints and plans are shared:
/// the axis, its constraint, and what pdl=on does to a plan.
axis pdl_axis();
constraint pdl_is_supported();
launch_plan with_pdl(launch_plan plan, const config& config);

/// Lets every launch overlap the one before it, if that is the previous step; the first launch
/// overlaps the last one of the execution before. Fills, copies and native calls overlap nothing.
/// Nor do cooperative launches, of which CUDA's documentation does not say that they may.
void overlap_launches(launch_plan& plan);

}  // namespace warpmark
