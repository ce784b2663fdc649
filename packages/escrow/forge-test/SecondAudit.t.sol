// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {EscrowRegistry} from "../contracts/EscrowRegistry.sol";
import {CancelReason, EscrowTerms, HopRoute, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {IHopBridge} from "../contracts/interfaces/IHopBridge.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {AuthorizedToken} from "./support/OneSignature.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev A token like WETH9: a holder can move its own tokens by `transferFrom` without an allowance.
contract Weth9Form {
    mapping(address owner => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return transferFrom(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public returns (bool) {
        if (from != msg.sender) allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// @dev A token that uses up all the gas of every call.
contract BurningToken {
    fallback() external {
        assembly ("memory-safe") {
            invalid()
        }
    }
}

/// @dev A bridge that uses up all the gas of every call.
contract BurningBridge is IHopBridge {
    function dispatch(address, uint256, HopRoute calldata) external pure returns (bytes32) {
        assembly ("memory-safe") {
            invalid()
        }
    }
}

/// @dev A bridge that takes the amount only when its call has enough gas. Otherwise it refuses, with nearly all of the
///      gas left.
contract ThriftyBridge is IHopBridge {
    uint256 public immutable LEAST;

    constructor(uint256 least) {
        LEAST = least;
    }

    function dispatch(address token, uint256 amount, HopRoute calldata) external returns (bytes32) {
        require(gasleft() >= LEAST, "too little gas");
        require(IERC20(token).transferFrom(msg.sender, address(this), amount), "transfer");
        return keccak256("a message");
    }
}

/// @dev The attacks that the second audit found. Each of them fails now.
contract SecondAuditTest is EscrowTest {
    using VaultCalls for EscrowVault;

    function test_attack_strayTokensOfTheRegistryFundNoEscrow() public {
        Weth9Form weth = new Weth9Form();
        weth.mint(address(registry), AMOUNT);
        EscrowTerms memory terms = _terms();
        terms.token = address(weth);
        terms.creator = address(registry);
        terms.recipient = STRANGER;
        IEscrowRegistry.SignedCreation[] memory batch = new IEscrowRegistry.SignedCreation[](1);
        batch[0] = IEscrowRegistry.SignedCreation(terms, NOW + HOUR, "");
        vm.prank(STRANGER);
        address[] memory vaults = registry.createEscrowSignedBatch(batch);
        vm.assertEq(vaults[0], address(0), "nothing was created");
        vm.assertEq(weth.balanceOf(address(registry)), AMOUNT, "nothing was moved");
    }

    function test_attack_aBridgeThatBurnsItsGasPaysTheOfflineRecipientOnTheHub() public {
        (EscrowVault vault, HopRoute memory route) = _openBy(new BurningBridge());
        bytes memory signature = _sign(RECIPIENT_KEY, _hopHash(vault, route));
        vm.prank(STRANGER);
        registry.claimHop{gas: 10_000_000}(vault.terms(), SECRET, route, signature);
        vm.assertEq(_balance(RECIPIENT), AMOUNT, "paid on this chain");
    }

    function testFuzz_attack_gasDoesNotChooseTheHub_whateverTheBridgeMeasures(uint256 gasLimit, uint256 least) public {
        (EscrowVault vault, HopRoute memory route) = _openBy(new ThriftyBridge(least % 1_000_000));
        bytes memory data = abi.encodeCall(
            registry.claimHop, (vault.terms(), SECRET, route, _sign(RECIPIENT_KEY, _hopHash(vault, route)))
        );
        uint256 start = vm.snapshotState();
        (bool isDone,) = address(registry).call{gas: 20_000_000}(data);
        vm.assertTrue(isDone, "done with plenty");
        uint256 paidHere = _balance(RECIPIENT);
        vm.revertToState(start);
        vm.prank(STRANGER);
        (isDone,) = address(registry).call{gas: 30_000 + gasLimit % 2_000_000}(data);
        vm.assertEq(_balance(RECIPIENT), isDone ? paidHere : 0, "the same place, or nothing happened");
    }

    function test_attack_aRevokedAuthorizationOfTheTokenLocksNothing() public {
        AuthorizedToken coin = new AuthorizedToken();
        EscrowTerms memory terms = _termsIn(address(coin));
        bytes32 digest = coin.digestOf(CREATOR, registry.vaultAddress(terms), AMOUNT, 0, NOW + HOUR, 0);
        IEscrowRegistry.Authorization memory authorization =
            IEscrowRegistry.Authorization(0, NOW + HOUR, 0, _signDigest(CREATOR_KEY, digest));
        vm.prank(CREATOR);
        registry.recoverPrefund(terms, terms.creator);
        vm.prank(STRANGER);
        vm.expectRevert();
        registry.createEscrowAuthorized(terms, authorization);
        // The signature can still be used at the token itself. What it pays then belongs to the creator, and no party
        // can lock it.
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(CREATOR_KEY, digest);
        coin.transferWithAuthorization(CREATOR, registry.vaultAddress(terms), AMOUNT, 0, NOW + HOUR, 0, v, r, s);
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(IEscrowRegistry.AlreadyCreated.selector, registry.vaultAddress(terms)));
        registry.createEscrow(terms);
        uint256 before = coin.balanceOf(CREATOR);
        registry.sweep(terms, address(coin), terms.creator, 0, "");
        vm.assertEq(coin.balanceOf(CREATOR) - before, AMOUNT, "given back");
    }

    /// @dev An attacker opens and cancels a second vault with the victim's commitment hash. Whoever follows events must
    ///      tell vaults apart by their address.
    function test_attack_anotherVaultsCancellationCarriesTheVictimsHash() public {
        EscrowVault victim = _open(_terms());
        EscrowTerms memory terms = _terms();
        terms.creator = STRANGER;
        terms.token = address(new Weth9Form());
        vm.expectEmit(address(registry));
        emit IEscrowRegistry.EscrowCancelled(
            registry.vaultAddress(terms), terms.commitmentHash, STRANGER, 0, CancelReason.PrefundRecovered
        );
        vm.prank(STRANGER);
        registry.recoverPrefund(terms, terms.creator);
        _assertState(victim, VaultState.Open);
    }

    function test_attack_aHopSignatureSettlesNoShortVault() public {
        EscrowVault vault = _open(_hopTerms());
        bytes memory signature = _sign(RECIPIENT_KEY, _hopHash(vault, _route()));
        vm.prank(address(vault));
        token.transfer(STRANGER, 1);
        vm.prank(STRANGER);
        vm.expectRevert();
        vault.claimHop(SECRET, _route(), signature);
        _assertState(vault, VaultState.Open);
        vm.prank(RECIPIENT);
        vault.claimTo(SECRET, RECIPIENT, 0, "");
        vm.assertEq(_balance(RECIPIENT), AMOUNT - 1, "as its recipient decided");
    }

    function _openBy(IHopBridge hopBridge) private returns (EscrowVault, HopRoute memory) {
        EscrowTerms memory terms = _terms();
        terms.hopBridge = address(hopBridge);
        return (_open(terms), _route());
    }


    /// @dev The hop's recipient is an address on another chain. On this chain nobody may control that address.
    function test_mutant_theHubPaysTheRecipientNotTheHops() public {
        EscrowVault vault = _open(_hopTerms());
        HopRoute memory route = _route();
        route.hopRecipient = ELSEWHERE;
        bridge.closeRoute(address(token), DEST_BLOCKCHAIN_ID);
        vm.prank(RECIPIENT);
        vault.claimHop(SECRET, route, "");
        vm.assertEq(_balance(RECIPIENT), AMOUNT, "the recipient");
    }

    function test_mutant_theDomainIsVersion1() public view {
        bytes32 domainType =
            keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
        bytes32 name = keccak256("EscrowRegistry");
        vm.assertEq(
            registry.domainSeparator(),
            keccak256(abi.encode(domainType, name, keccak256("1"), block.chainid, address(registry)))
        );
    }

    function test_mutant_theLongestWindowIs30Days() public {
        EscrowTerms memory terms = _terms();
        terms.cancelAfter = uint40(NOW + 30 days + 1);
        _fund(terms);
        vm.expectRevert(IEscrowRegistry.InvalidCancelAfter.selector);
        registry.createEscrow(terms);
        vm.warp(NOW + 1);
        registry.createEscrow(terms);
    }

    function test_mutant_aSignedCreationUsesItsShareOfTheGasAlone() public {
        IEscrowRegistry.SignedCreation[] memory batch = new IEscrowRegistry.SignedCreation[](2);
        EscrowTerms memory burning = _terms();
        burning.token = address(new BurningToken());
        batch[0] = IEscrowRegistry.SignedCreation(burning, NOW + HOUR, _sign(CREATOR_KEY, _createHash(burning, NOW + HOUR)));
        batch[1] = IEscrowRegistry.SignedCreation(_terms(), NOW + HOUR, _sign(CREATOR_KEY, _createHash(_terms(), NOW + HOUR)));
        _approve(AMOUNT);
        address[] memory vaults = registry.createEscrowSignedBatch{gas: 2_000_000}(batch);
        vm.assertEq(vaults[0], address(0), "the first burned its share");
        vm.assertTrue(_isVault(vaults[1]), "the second was created");
    }
}
