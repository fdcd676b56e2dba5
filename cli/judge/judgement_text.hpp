#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "cli/judge/judge_session.hpp"

namespace warpmark {

/// A judgement for readers: verdict, findings, times.
std::string judgement_text(const judge_session& session, const judge_request& request,
                           const judge::judgement& found);

/// The same for programs.
nlohmann::ordered_json judgement_json(const judge_session& session, const judge_request& request,
                                      const judge::judgement& found);

}  // namespace warpmark
