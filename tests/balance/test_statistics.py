"""The statistics of studies, against formulas, simulation and each other."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from burgundy_env.balance.statistics import agreement, bootstrap, dependence, intervals, network, ratings

RANDOM = 20_260_101


@pytest.fixture
def random():
    return np.random.default_rng(RANDOM)


# --- intervals ---------------------------------------------------------------------------------------


def test_an_estimate_is_student_s(random):
    values = random.normal(3, 2, 40)
    found = intervals.estimate(values)
    expected = stats.ttest_1samp(values, 0)
    ends = expected.confidence_interval()
    assert (found.low, found.high) == pytest.approx((ends.low, ends.high))
    assert found.p == pytest.approx(expected.pvalue)
    assert found.blocks == 40


def test_blocks_that_were_not_played_are_left_out(random):
    values, others = random.normal(3, 2, 40), random.normal(1, 2, 40)
    values[5], others[9] = math.nan, math.nan
    known = np.delete(values - others, [5, 9])
    assert intervals.estimate(values - others) == intervals.estimate(known)


def test_means_by_block():
    means = intervals.by_block(np.array([1, 3, 5, 7]), np.array([0, 0, 2, 2]), 4)
    assert means[0] == 2
    assert means[2] == 6
    assert np.isnan(means[[1, 3]]).all()


def test_equivalence_is_two_one_sided_tests(random):
    values = random.normal(0.3, 2, 60)
    found = intervals.estimate(values)
    sides = [stats.ttest_1samp(values, 1, alternative="less"), stats.ttest_1samp(values, -1, alternative="greater")]
    assert intervals.equivalent(found, 1.0) == pytest.approx(max(side.pvalue for side in sides))
    assert intervals.equivalent(found, 0.1) > 0.05


def test_holm():
    # By hand: 3 x 0.01, then 2 x 0.03 and 1 x 0.04, never below the one before.
    assert intervals.holm(np.array([0.04, 0.01, 0.03])) == pytest.approx([0.06, 0.03, 0.06])
    assert np.isnan(intervals.holm(np.array([math.nan, 0.2]))[0])


def test_the_blocks_needed_have_the_power(random):
    n = intervals.blocks_needed(spread=4.0, effect=1.5)
    shown = np.mean([intervals.estimate(random.normal(1.5, 4.0, n)).p < 0.05 for _ in range(3000)])
    assert shown == pytest.approx(0.8, abs=0.03)
    with pytest.raises(ValueError, match="an effect above 0"):
        intervals.blocks_needed(4.0, 0.0)


# --- resampling --------------------------------------------------------------------------------------


def test_resampled_means_scatter_as_the_mean_does(random):
    values = random.normal(0, 3, (200, 2))
    values[:, 1] += values[:, 0]
    values[:100, 0] = math.nan
    values += 5
    draws = bootstrap.resampled_means(values, 1, 4000)
    assert draws.mean(axis=0) == pytest.approx(np.nanmean(values, axis=0), abs=0.02)
    assert draws.std(axis=0) == pytest.approx(np.nanstd(values, axis=0) / np.sqrt([100, 200]), rel=0.05)
    together = np.cov(values[100:].T)[0, 1] / 200  # the blocks that both have
    assert np.cov(draws.T)[0, 1] == pytest.approx(together, rel=0.15)
    assert (draws == bootstrap.resampled_means(values, 1, 4000)).all()


def test_ranks():
    assert bootstrap.ranks(np.array([[3, 9, 3, 1]])).tolist() == [[2.5, 1, 2.5, 4]]


# --- ratings -----------------------------------------------------------------------------------------


def tables(random, worths, first, games, seats):
    """Games by the model itself: boards drawn, somebody begins, the order as the model has it."""
    boards = random.integers(len(worths), size=(games, seats))
    begins = random.integers(seats, size=games)
    x = np.zeros((games, seats, len(worths) + 1))
    np.put_along_axis(x, boards[:, :, None], 1, axis=2)
    x[np.arange(games), begins, -1] = 1
    logs = x @ np.array([*worths, first])
    return x, np.argsort(-(logs + random.gumbel(size=logs.shape)), axis=1)


@pytest.mark.parametrize("seats", [2, 4])
def test_ratings_find_the_worths_that_made_the_games(random, seats):
    worths, first = [0.6, 0.0, -0.6], 0.3
    x, ranking = tables(random, worths, first, 6000, seats)
    found = ratings.plackett_luce(x, ranking, np.arange(6000))
    for k in range(3):
        weights = np.zeros(4)
        weights[:3] = -1 / 3
        weights[k] += 1
        value, error = found.contrast(weights)
        assert abs(value - worths[k]) < 3.5 * error
        assert error < 0.05
    value, error = found.contrast(np.eye(4)[3])
    assert abs(value - first) < 3.5 * error


def test_with_two_it_is_a_logistic_regression(random):
    x, ranking = tables(random, [0.5, -0.5], 0.2, 400, 2)
    found = ratings.plackett_luce(x, ranking, np.arange(400)).worths
    difference = x[:, 0] - x[:, 1]
    won = ranking[:, 0] == 0
    slope = difference.T @ (won - 1 / (1 + np.exp(-difference @ found)))
    assert np.abs(slope - 0.05 * found).max() < 1e-6  # where the likelihood, and the weak pull, stand still


def test_games_of_a_block_are_not_counted_as_many(random):
    x, ranking = tables(random, [0.5, -0.5], 0.0, 500, 2)
    once = ratings.plackett_luce(x, ranking, np.arange(500))
    thrice = ratings.plackett_luce(np.repeat(x, 3, 0), np.repeat(ranking, 3, 0), np.repeat(np.arange(500), 3))
    weights = np.array([1.0, -1.0, 0.0])
    assert thrice.contrast(weights)[1] == pytest.approx(once.contrast(weights)[1], rel=0.01)


def test_who_always_won_is_not_sure():
    x = np.zeros((50, 2, 2))
    x[:, 0, 0] = x[:, 1, 1] = 1
    value, error = ratings.plackett_luce(x, np.tile([0, 1], (50, 1)), np.arange(50)).contrast(np.array([1.0, -1.0]))
    assert 2 < value < 30
    assert error > 0.5


def test_two_numbers_of_seats_are_fitted_together(random):
    worths = [0.6, 0.0, -0.6]
    parts = []
    for seats in (2, 4):
        x, ranking = tables(random, worths, 0.3, 3000, seats)
        parts.append((x, ranking, np.arange(3000)))
    both, alone = ratings.together(parts), ratings.plackett_luce(*parts[0])
    weights = np.array([1.0, 0.0, -1.0, 0.0])
    value, error = both.contrast(weights)
    assert abs(value - 1.2) < 3.5 * error
    assert error < alone.contrast(weights)[1]


def test_few_blocks_do_not_make_many_worths_sure(random):
    """20 things in a ring, ten blocks that all pairs share: of the 95 % intervals most cover."""
    truth, hits = np.linspace(-5, 5, 20), []
    for _ in range(60):
        pairs = [
            network.Pair(k, (k + 1) % 20, truth[k] - truth[(k + 1) % 20] + random.normal(0, 8, 10)) for k in range(20)
        ]
        found = network.network(20, pairs)
        hits.append(np.abs(found.worths - truth) < 1.96 * found.errors)
    assert 0.88 < np.mean(hits) < 0.98


def test_worths_by_leads_are_found_and_say_where_to_look(random):
    def lead(apart, games):
        leads = np.full(400, math.nan)
        leads[:games] = random.normal(apart, 10, games)
        return leads

    pairs = [network.Pair(0, 1, lead(4, 400)), network.Pair(1, 2, lead(2, 400)), network.Pair(2, 3, lead(2, 20))]
    found = network.network(4, pairs)
    assert np.abs(found.worths - [4.5, 0.5, -1.5, -3.5]).max() < 3.5 * found.errors.max()
    assert found.worths.sum() == pytest.approx(0)
    apart = found.apart()
    assert apart[2, 3] > apart[1, 2]
    assert apart.argmax() in (3, 12), "0 and 3 are joined by all others"


# --- agreement ---------------------------------------------------------------------------------------


def test_rank_correlation(random):
    a, b = random.normal(size=12), random.normal(size=12)
    a[3] = a[4]
    assert agreement.spearman(a, b)[0] == pytest.approx(stats.spearmanr(a, b).statistic)


def test_the_interval_holds_people_s_noise(random):
    truth = np.arange(16.0)
    exact, people = (agreement.scattered(truth, np.full(16, error), 1) for error in (0.0, 5.0))
    assert agreement.spearman(exact, exact) == pytest.approx(1)
    assert people.std(axis=0) == pytest.approx(5, rel=0.05)
    low, high = np.percentile(agreement.spearman(exact, people), [2.5, 97.5])
    assert 0.3 < low < high < 0.95


def test_a_regression_left_out_does_not_know_the_answer(random):
    columns, values = random.normal(size=(20, 2)), random.normal(size=20)
    assert agreement.regression(columns, values).explained > 0
    k = 7
    others = np.arange(20) != k
    fit = agreement.regression(columns[others], values[others])
    assert agreement.left_out(columns, values)[k] == pytest.approx(fit.worths[0] + columns[k] @ fit.worths[1:])


def test_components_of_variance_are_found_again(random):
    sizes = []
    for _ in range(300):
        means = (
            random.normal(0, 3, (20, 1)) + random.normal(0, 5, (1, 4)) + random.normal(0, 2, (20, 4))
            + random.normal(0, 1, (20, 4))
        )  # fmt: skip
        found = agreement.components(means, np.ones((20, 4)))
        sizes.append((found.rows, found.columns, found.both, found.noise))
    assert np.mean(sizes, axis=0) == pytest.approx([9, 25, 4, 1], rel=0.12)


# --- who says it -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("means", "errors", "label"), [
    ([5.0, 5.2, 4.9], [0.5, 0.5, 0.5], dependence.AGREE),
    ([1.0, 4.0, 9.0], [0.5, 0.5, 0.5], dependence.GROWS),
    ([-1.0, -4.0, -9.0], [0.5, 0.5, 0.5], dependence.GROWS),
    ([-9.0, -4.0, -1.0], [0.5, 0.5, 0.5], dependence.SHRINKS),
    ([5.0, 12.0, 6.0], [0.5, 0.5, 0.5], dependence.AGREE),  # surely of one sign
    ([0.0, 8.0, 0.0], [0.5, 0.5, 0.5], dependence.OWN),
    ([5.0], [0.5], dependence.ALONE),
])  # fmt: skip
def test_labels(means, errors, label):
    means, errors = np.array(means), np.array(errors)
    assert dependence.label(means, errors, dependence.heterogeneity(means, errors)) == label


@pytest.mark.parametrize(("means", "apart"), [
    ([0.0, 8.0, 0.0], "b"), ([0.0, 0.1, 8.0, 0.0], "c"), ([9.0, 0.1, 8.0, 0.0, 0.1], "ac"), ([0.0, 8.0], "ab"),
    ([0.0, 0.1, 0.0], ""),
])  # fmt: skip
def test_whose_effect_it_is(means, apart):
    found = dependence.whose(np.array(means), np.full(len(means), 0.5), list("abcde")[: len(means)])
    assert "".join(found) == apart


def test_heterogeneity_is_rare_where_there_is_none(random):
    p = [dependence.heterogeneity(random.normal(2, 1, 5), np.ones(5)) for _ in range(2000)]
    assert np.mean(np.array(p) < 0.05) == pytest.approx(0.05, abs=0.015)
